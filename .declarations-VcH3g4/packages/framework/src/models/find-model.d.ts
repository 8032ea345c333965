import { type KnownModel, type Price } from './known-model.ts';
import { type Env, type Provider } from './provider.ts';
/** The parts of `provider/name`; a provider alone has no name. `undefined` if the text is not an id. */
export declare function parseModelId(id: string): {
    provider: string;
    name: string | undefined;
} | undefined;
/** How to use a provider that is not in the table. */
export declare const OTHER_PROVIDERS = "For another server with an OpenAI-compatible API, set NAME_BASE_URL and use name/model";
/** The provider that an id begins with, and the name of the model if the id has one. */
export declare function findProvider(id: string, env: Env): {
    provider: Provider;
    name: string | undefined;
};
/** What to do to get a model other than the demo model: set the key of a provider, or start a local server. */
export declare const describeRemedies: () => string;
/** The first known model whose pattern matches the id; `own` models are tried first. */
export declare const knownModel: (id: string, own?: readonly KnownModel[]) => KnownModel | undefined;
/** The price of a model, or `undefined` if it is unknown; `own` prices are tried first. */
export declare const priceOf: (id: string, own?: readonly KnownModel[]) => Price | undefined;
