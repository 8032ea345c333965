export interface SandboxOptions {
    /** Hostnames of the pages that may show a view. */
    allowedHosts: readonly string[];
}
/**
 * Serves the frame in which a page shows views of other servers. It must be on an origin of its own, such as another port or
 * a subdomain: there is nothing on it that a view could take. The view runs in a second frame, which has no origin at all and
 * inherits the policy of the first.
 *
 * A page asks for it with its own origin and what the view may reach: `?host=…&connect=…&resources=…&frames=…`.
 */
export declare function createSandbox({ allowedHosts }: SandboxOptions): (request: Request) => Response;
