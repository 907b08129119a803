import { m } from '~/language/paraglide/messages'

/** The first stop of the Tab key: past the navigation, to `<main id="main">`. */
export function SkipLink() {
  return (
    <a className="btn skip" href="#main">
      {m.shell_skip()}
    </a>
  )
}
