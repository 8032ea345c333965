import type { Offer } from '../mcp/core/catalog.ts';
export type ImportModule = (url: string) => Promise<Record<string, unknown>>;
/** Collects every tool, prompt and resource that the modules export, alone or in arrays; each once. */
export declare function loadOffer(modules: readonly string[], importModule?: ImportModule): Promise<Required<Offer>>;
/** Replaces each folder by its modules that create tools. Other modules are not imported, because they may have side effects. */
export declare const findModules: (paths: readonly string[]) => string[];
/** `2 tools (greet, book), 1 prompt (tour)`. */
export declare function describeOffer({ tools, prompts, resources }: Required<Offer>): string;
/** The name and version of a server for this module: those of its package, if it is in one. */
export declare function identify(module: string): {
    name: string;
    version: string;
};
