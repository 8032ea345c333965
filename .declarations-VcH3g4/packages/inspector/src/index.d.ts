export { type ControlRoom, type ControlRoomOptions, createControlRoom } from './create-control-room.ts';
export { createInspector, type Inspector, type InspectorOptions } from './create-inspector.ts';
