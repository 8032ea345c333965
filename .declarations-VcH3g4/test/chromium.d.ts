import { type Browser } from 'playwright-core';
/**
 * A real browser: that of `CHROMIUM_PATH` when it is set, otherwise the system's. As root on Debian one is installed where there
 * is none. The caller closes it.
 */
export declare function launchChromium(): Promise<Browser>;
export declare function findChromium(): string | undefined;
