import { m } from '~/language/paraglide/messages'

type ProductPicturesProps = {
  name: string
  pictures: ReadonlyArray<{ href: string; smallHref: string }>
  dataSaver: boolean
}

/** The small pictures, each leading to the large one; with data saver only the way there. */
export function ProductPictures({ name, pictures, dataSaver }: ProductPicturesProps) {
  if (pictures.length === 0) return null
  return (
    <ul className="pictures" aria-label={m.shop_pictures()}>
      {pictures.map(({ href, smallHref }, index) => {
        const text = m.shop_picture_number({ name, number: index + 1 })
        return (
          <li key={href}>
            <a className="alone" href={href} data-reload="">
              {dataSaver ? (
                m.shop_picture_show({ name: text })
              ) : (
                <img src={smallHref} alt={text} width="160" height="160" loading="lazy" />
              )}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
