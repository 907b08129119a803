import { m } from '~/language/paraglide/messages'
import { focusTarget } from './focus-target'

/** The first stop of the Tab key: past the navigation, to `<main id="main">`. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page, and is a link without script
    <a className="btn skip" href="#main" onClick={focusTarget}>
      {m.shell_skip()}
    </a>
  )
}
