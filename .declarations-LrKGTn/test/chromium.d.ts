import { type Browser } from 'playwright-core';
/**
 * A real browser: that of `CHROMIUM_PATH` when it is set, otherwise the system's. As root on Debian one is installed where there
 * is none. Whoever launches it closes it.
 */
export declare function launchChromium(): Promise<Browser>;
export declare function findChromium(): string | undefined;
