import { languageWords } from '~/language/language'
import { listHref } from './list-href'

type PaperLinksProps = { path: string; filters: Record<string, string> }

/** Links to a printed register, one PDF per print language of the school. */
export function PaperLinks({ path, filters }: PaperLinksProps) {
  return (
    <>
      {Object.entries(languageWords).map(([language, label]) => (
        <a key={language} href={listHref(path, { ...filters, language })} data-file>
          {`PDF in ${label}`}
        </a>
      ))}
    </>
  )
}
