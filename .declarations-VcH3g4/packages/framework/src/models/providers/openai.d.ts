import type { JsonSchema } from '../../tools/schema.ts';
import { type Provider } from '../provider.ts';
export declare const openai: Provider;
/** Whether OpenAI accepts the schema as strict: every object closed, every property required, no unknown keyword. */
export declare const isStrictSchema: (schema: JsonSchema) => boolean;
