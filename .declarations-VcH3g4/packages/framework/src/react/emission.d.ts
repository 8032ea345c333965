import { type ReactNode } from 'react';
import type { ToolEmissionTrackingState } from '../chat/client/tool-emission.ts';
import type { Json } from '../tools/json.ts';
import type { PluginClient } from '../tools/plugin.ts';
export interface EmissionProps {
    emission: ToolEmissionTrackingState;
    onRespond: (callId: string, emissionId: string, response: unknown) => void;
}
/** Renders the component of a plugin, with `onRespond`, `disabled` and `response`; or its error, with a button to retry. */
export declare function Emission({ emission, onRespond }: EmissionProps): import("react").JSX.Element;
export interface ResultViewProps {
    plugin: PluginClient;
    result: Json;
    /** Shown if the plugin has no component for the result, or the component throws: the result may be of an earlier version of the tool. */
    fallback: ReactNode;
}
/** Shows the result of a tool with the component of its plugin. */
export declare function ResultView({ plugin, result, fallback }: ResultViewProps): string | number | bigint | boolean | import("react").JSX.Element | Iterable<ReactNode> | Promise<string | number | bigint | boolean | Iterable<ReactNode> | import("react").ReactElement<unknown, string | import("react").JSXElementConstructor<any>> | import("react").ReactPortal | null | undefined> | null | undefined;
