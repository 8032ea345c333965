import type { Filler } from './schema.ts';
export declare const fillArray: Filler;
