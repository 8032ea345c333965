import type { SignIn, SignInOptions, SignInState } from './create-sign-in.ts';
export declare class OAuthSignIn implements SignIn {
    #private;
    readonly url: string;
    constructor(options: SignInOptions);
    state(): Promise<SignInState>;
    begin(): Promise<URL>;
    finish(query: URLSearchParams): Promise<void>;
    end(): Promise<void>;
    fetch(send: typeof fetch, url: string | URL, init?: RequestInit): Promise<Response>;
}
