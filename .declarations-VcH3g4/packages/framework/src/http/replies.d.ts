import { HttpError } from './http-error.ts';
type Headers = Readonly<Record<string, string>>;
export declare const replyJson: (status: number, value: unknown, headers?: Headers) => Response;
export declare const replyNothing: (headers?: Headers) => Response;
export declare const replyEvents: (events: ReadableStream<Uint8Array>) => Response;
/** Replies with a file that a browser saves and never shows. */
export declare const replyFile: (name: string, mimeType: string, text: string) => Response;
/** Replies with bytes of unknown origin, under the type that the request names if it is harmless. */
export declare const replyBytes: (bytes: Uint8Array<ArrayBuffer>, type: string) => Response;
export declare const replyError: (error: Omit<HttpError, 'name'>) => Response;
/** Turns what a handler threw into a response. Clients see `HttpError`s, responses and the message of a `StoreError`; all other errors go to `onError`. */
export declare function replyThrown(thrown: unknown, onError: (error: unknown) => void): Response;
/** Recognised by its tag, because a server may replace the `Response` class. */
export declare const isResponse: (value: unknown) => value is Response;
export {};
