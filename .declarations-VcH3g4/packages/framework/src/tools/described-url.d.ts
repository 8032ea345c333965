/** A URL in the parts in which it is shown to a person who decides whether to open it. */
export interface DescribedUrl {
    /** Up to the domain. */
    before: string;
    /** Where it leads, with the port. A domain in other alphabets is in its ASCII form. */
    host: string;
    after: string;
    /** What makes it deceptive or unsafe, in sentences for the person. */
    problems: readonly string[];
    /** Whether it may be opened: https, or http on this machine. */
    isSafe: boolean;
}
/** Returns a URL as a browser will open it. Throws a `TypeError` if it is none. */
export declare function describeUrl(url: string): DescribedUrl;
