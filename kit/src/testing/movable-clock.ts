// Loaded with `node --import`: each SIGUSR2 changes the clock, first an hour ahead, then an hour
// back, then to the correct time. Monotonic time (`performance.now`, timers) is not affected.
const HOUR_MS = 3_600_000
const settings = [HOUR_MS, -HOUR_MS, 0]
let [turn, offMs] = [0, 0]

const Real = Date
const realNow = Real.now
Real.now = () => realNow() + offMs
globalThis.Date = new Proxy(Real, {
  construct: (target, given, kind) =>
    Reflect.construct(target, given.length === 0 ? [Real.now()] : given, kind),
})
Real.prototype.constructor = globalThis.Date

process.on('SIGUSR2', () => {
  offMs = settings[turn++ % settings.length] ?? 0
})
