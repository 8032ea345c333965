/** `sweatpants build`: writes the views of the tools, for `serve --views` and `readViews`. */
export declare function build(args: readonly string[]): Promise<number>;
