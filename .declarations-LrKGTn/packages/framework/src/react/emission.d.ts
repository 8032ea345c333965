import type { ToolEmissionTrackingState } from '../chat/client/tool-emission.ts';
export interface EmissionProps {
    emission: ToolEmissionTrackingState;
    onRespond: (callId: string, emissionId: string, response: unknown) => void;
}
/** Renders the component of a plugin, with `onRespond`, `disabled` and `response`; or its error, with a button to retry. */
export declare function Emission({ emission, onRespond }: EmissionProps): import("react").JSX.Element;
