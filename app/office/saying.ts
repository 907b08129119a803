type Loader = (...of: never) => Promise<object>

/** Words, or how they are made of what the page has loaded. */
export type Saying<Of extends Loader, Said> = Said | ((opened: Awaited<ReturnType<Of>>) => Said)

/** Says what a page is told to say, of what it has loaded. */
export function sayingOf<Of extends Loader>(opened: Awaited<ReturnType<Of>>) {
  return <Said>(saying: Saying<Of, Said>): Said =>
    typeof saying === 'function' ? (saying as (opened: Awaited<ReturnType<Of>>) => Said)(opened) : saying
}
