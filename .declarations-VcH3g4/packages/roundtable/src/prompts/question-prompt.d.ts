import { type Prompt } from './sections.ts';
/** Asks which kind of question a topic is. */
export declare function questionPrompt(topic: string, nonce: string): Prompt;
