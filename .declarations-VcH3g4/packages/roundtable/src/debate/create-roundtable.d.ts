import type { Roundtable, RoundtableOptions } from './roundtable.ts';
export declare const createRoundtable: (options: RoundtableOptions) => Roundtable;
