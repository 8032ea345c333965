import { type DiscoveredModel } from '@sweatpants/framework/models';
import type { Panel } from './panel.ts';
interface PanelOptions {
    /** The variables with keys and base URLs. Default: `process.env`. */
    env?: Readonly<Record<string, string | undefined>>;
    /** Default: `discoverModels`, which sends no request to a provider that charges. */
    discover?: () => Promise<readonly DiscoveredModel[]>;
}
/** Creates a panel of the models that the environment provides. */
export declare function createPanel({ env, discover }?: PanelOptions): Panel;
export {};
