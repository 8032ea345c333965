import { type Parsed } from './read-object.ts';
/** Reads `count` different perspectives: a list of texts or objects, alone or as `perspectives`. */
export declare function parsePerspectives(text: string, count: number): Parsed<string[]>;
