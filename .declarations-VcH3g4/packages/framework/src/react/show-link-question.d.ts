import type { ReactNode } from 'react';
import type { PluginClient } from '../tools/plugin.ts';
/**
 * Shows the question of a link's page (`linkScript` of `createInbox`) with the components of its plugin, in place of the form.
 * Does nothing if no plugin handles it: then the person answers the form.
 *
 * ```tsx
 * showLinkQuestion(plugins, (question, place) => createRoot(place).render(question))
 * ```
 */
export declare function showLinkQuestion(plugins: readonly PluginClient[], render: (question: ReactNode, place: HTMLElement) => void): void;
