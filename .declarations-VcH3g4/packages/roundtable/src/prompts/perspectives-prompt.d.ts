/** Asks for `count` perspectives on a topic, for a panel of experts. */
export declare function perspectivesPrompt(topic: string, count: number, nonce: string): string;
