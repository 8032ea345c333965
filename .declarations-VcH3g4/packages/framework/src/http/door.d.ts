export interface DoorOptions {
    /** Hostnames that are served, on any port. Default: the loopback names. */
    allowedHosts?: readonly string[] | undefined;
    /** Hostnames of other origins, on any port, whose pages may call and read. Default: none, and no CORS at all. */
    allowedOrigins?: readonly string[] | undefined;
    /** What a POST may bring. Default `application/json`. */
    contentType?: string;
}
/** Which requests come in, and what pages of other origins may read. */
export interface Door {
    /** Throws an `HttpError` for a request that is refused; returns the response to a preflight request. */
    enter(request: Request): Response | undefined;
    /** Returns the response with the headers that let pages of allowed origins read it. */
    share(request: Request, response: Response): Response;
}
export declare function createDoor(methods: readonly string[], { allowedHosts, allowedOrigins, contentType }: DoorOptions): Door;
