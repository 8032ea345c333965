const RealDate = Date
let shift = 0

/** The wall clock of this process, which can be set. Monotonic clocks and timers are not changed. */
class ShiftedDate extends RealDate {
  constructor(...values: ConstructorParameters<DateConstructor> | []) {
    if (values.length === 0) super(RealDate.now() + shift)
    else super(...values)
  }

  static override now(): number {
    return RealDate.now() + shift
  }
}

// Replaced when this module is imported: import it first.
globalThis.Date = ShiftedDate as DateConstructor

/** Sets the wall clock ahead of the real one by so many milliseconds. */
export function shiftClock(by: number): void {
  shift = by
}
