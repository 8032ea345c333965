import type { ReactNode } from 'react';
export interface ShownUrlProps {
    url: string;
}
/**
 * Shows a whole URL with its domain emphasised, and says what makes it deceptive: a name before the domain, or letters that
 * may look like others. The root is `shown-url`; it contains `shown-url-text` and a `shown-url-problem` for each problem.
 */
export declare function ShownUrl({ url }: ShownUrlProps): ReactNode;
