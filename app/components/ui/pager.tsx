import { m } from '~/language/paraglide/messages'
import { pageNumbers } from '~/models/core/shared/paging'

type PagerProps = {
  page: number
  pages: number
  hrefFor: (page: number) => string
  /** `simple` shows "Page X of Y" between Previous and Next; `numbers` links to pages. */
  variant?: 'numbers' | 'simple'
}

export function Pager({ page, pages, hrefFor, variant = 'numbers' }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={m.shared_pages()}>
      <ul className="pager">
        <PagerStep label={m.shared_previous()} href={page > 1 ? hrefFor(page - 1) : null} rel="prev" />
        {variant === 'simple' ? (
          <li>{m.shared_page_of({ page, pages })}</li>
        ) : (
          pageNumbers(page, pages).map((entry, index) =>
            entry === 'gap' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no key except its position
              <li key={`gap${index}`}>…</li>
            ) : (
              <li key={entry}>
                <a
                  className="btn btn-secondary"
                  href={hrefFor(entry)}
                  aria-label={m.shared_page_number({ page: entry })}
                  aria-current={entry === page ? 'page' : undefined}
                >
                  {entry}
                </a>
              </li>
            ),
          )
        )}
        <PagerStep label={m.shared_next()} href={page < pages ? hrefFor(page + 1) : null} rel="next" />
      </ul>
    </nav>
  )
}

/**
 * Previous or Next link. Without a target it remains as plain text, so that the other link stays in the same position.
 */
export function PagerStep({ label, href, rel }: { label: string; href: string | null; rel?: 'prev' | 'next' }) {
  return (
    <li>
      {href === null ? (
        <span className="btn" aria-disabled="true">
          {label}
        </span>
      ) : (
        <a className="btn btn-secondary" href={href} rel={rel}>
          {label}
        </a>
      )}
    </li>
  )
}
