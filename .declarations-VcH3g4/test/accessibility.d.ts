import type { Frame, Page } from 'playwright-core';
/** Rules whose outcome depends on the colours of the page; all others hold or fail in every theme alike. */
export declare const COLOUR_RULES: string[];
/** Returns the serious violations that axe finds on a page or in a frame: of all its rules, or of the given ones. */
export declare function findViolations(page: Page | Frame, rules?: readonly string[]): Promise<string[]>;
