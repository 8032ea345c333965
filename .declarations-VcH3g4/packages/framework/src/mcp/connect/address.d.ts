import type { SignIn } from '../sign-in/create-sign-in.ts';
/** A server that is started as a process of its own. */
export interface CommandAddress {
    command: string;
    args?: readonly string[];
    /** Added to the few variables that every process gets: the path, the home directory, the user. */
    env?: Readonly<Record<string, string>>;
    cwd?: string;
}
/** A server that runs at an address. */
export interface UrlAddress {
    url: string | URL;
    headers?: Readonly<Record<string, string>>;
    /** Authorizes the requests, for a server that asks for it. See `createSignIn`. */
    signIn?: SignIn;
}
