type Loader = (...args: never) => Promise<object>

/** Text or other value, fixed or computed from the loaded data. */
export type Saying<Of extends Loader, Said> = Said | ((opened: Awaited<ReturnType<Of>>) => Said)

export function sayingOf<Of extends Loader>(opened: Awaited<ReturnType<Of>>) {
  return <Said>(saying: Saying<Of, Said>): Said =>
    typeof saying === 'function' ? (saying as (opened: Awaited<ReturnType<Of>>) => Said)(opened) : saying
}
