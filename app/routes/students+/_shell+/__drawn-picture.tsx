type DrawnPictureProps = {
  /** SVG path on a grid of 120 by 64. */
  drawing: string
  /** Address of the school's picture; null for no picture, or with data saver on. */
  picture: string | null
}

/** Picture of an item, or a drawing of its type. Decorative, since the name is beside it. */
export function DrawnPicture({ drawing, picture }: DrawnPictureProps) {
  if (picture !== null) return <img src={picture} alt="" width="320" height="160" loading="lazy" />
  return (
    <svg
      className="drawn"
      viewBox="0 0 120 64"
      width="320"
      height="160"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={drawing} />
    </svg>
  )
}
