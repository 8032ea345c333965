/** Light and dark as the reader has it; light on paper. */
export declare const STYLE: string;
