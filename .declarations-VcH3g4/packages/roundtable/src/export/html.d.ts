/** Trusted markup. Any other value in a template is escaped. */
export declare class Html {
    readonly markup: string;
    constructor(markup: string);
}
type Part = Html | string | number | undefined | readonly Part[];
/** A template that escapes its values. Joins lists; skips `undefined`. */
export declare const html: (markup: TemplateStringsArray, ...parts: readonly Part[]) => Html;
export {};
