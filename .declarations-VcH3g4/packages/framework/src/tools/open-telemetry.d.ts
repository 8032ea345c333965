import type * as Api from '@opentelemetry/api';
export type OpenTelemetry = typeof Api;
/** The part of a logger of OpenTelemetry that is used; its API is a package of its own. */
interface Logger {
    emit(record: {
        severityNumber: number;
        severityText: string;
        body: string;
        attributes: Api.Attributes;
        context: Api.Context;
    }): void;
}
/** The name under which spans, metrics and logs are exported. */
export declare const SCOPE = "@sweatpants/framework";
/** Returns the API if the application has registered a tracer, meter or logger provider. */
export declare function openTelemetry(): OpenTelemetry | undefined;
/** Returns the meter provider that the application has registered. */
export declare const findMeterProvider: () => object | undefined;
/** Returns the logger of the provider that the application has registered. */
export declare const findLogger: () => Logger | undefined;
export {};
