import { PagerStep } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { pagesAround } from '~/models/core/shared/paging'
import { maxPageButtons } from '~/models/money/hostels/options'

type HostelPagerProps = { page: number; pages: number; hrefFor: (page: number) => string }

/**
 * Links to the first, previous, up to five numbered, next and last page (hostel and transport specification, section
 * 2); nothing for a single page.
 */
export function HostelPager({ page, pages, hrefFor }: HostelPagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={m.shared_pages()}>
      <ul className="pager">
        <PagerStep label={m.hostels_first()} href={page > 1 ? hrefFor(1) : null} />
        <PagerStep label={m.shared_previous()} href={page > 1 ? hrefFor(page - 1) : null} rel="prev" />
        {pagesAround(page, pages, maxPageButtons).map((number) => (
          <li key={number}>
            <a
              className="btn btn-secondary"
              href={hrefFor(number)}
              aria-label={m.shared_page_number({ page: number })}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
        <PagerStep label={m.shared_next()} href={page < pages ? hrefFor(page + 1) : null} rel="next" />
        <PagerStep label={m.hostels_last()} href={page < pages ? hrefFor(pages) : null} />
      </ul>
    </nav>
  )
}
