/** Returns the JSON of a request's body, or `undefined` when the body is empty. */
export declare function readJson(request: Request, limit: number): Promise<unknown>;
/** Returns the text of a request's body; no more than `limit` bytes of it are held. */
export declare function readText(request: Request, limit: number): Promise<string>;
