import type * as Api from '@opentelemetry/api';
export type OpenTelemetry = typeof Api;
/** The name under which spans and metrics are exported. */
export declare const SCOPE = "@sweatpants/framework";
/** Returns the API if the application has registered a tracer provider or a meter provider. */
export declare function openTelemetry(): OpenTelemetry | undefined;
/** Returns the meter provider that the application has registered. */
export declare const findMeterProvider: () => object | undefined;
