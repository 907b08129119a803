import { Alert, LinkParagraph, PageHead } from '~/components/ui'

type LoadTroubleProps = Record<'title' | 'text' | 'href' | 'again', string>

/** Replaces a page that could not be loaded: its title, an error message and a link to retry. */
export function LoadTrouble({ title, text, href, again }: LoadTroubleProps) {
  return (
    <>
      <PageHead title={title} />
      <Alert tone="bad">
        <p>{text}</p>
        <LinkParagraph href={href} label={again} />
      </Alert>
    </>
  )
}

type Words = () => string

/** `ErrorBoundary` of a page with a fixed address: its title, the message and the label of the retry link. */
export const loadTrouble = (href: string, title: Words, text: Words, again: Words) => () => (
  <LoadTrouble title={title()} text={text()} href={href} again={again()} />
)
