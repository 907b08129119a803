import { m } from '~/language/paraglide/messages'

/** The foot of every page. */
export function SiteFooter({ name }: { name: string }) {
  return (
    <footer className="foot">
      <p>{`© ${name}`}</p>
      <ul>
        <li>
          <a href="/privacy">{m.shell_privacy()}</a>
        </li>
        <li>
          <a href="/terms">{m.shell_terms()}</a>
        </li>
        <li>
          <a href="/support">{m.shell_support()}</a>
        </li>
      </ul>
    </footer>
  )
}
