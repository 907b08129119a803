type DrawnPictureProps = {
  /** One path on a grid of 120 by 64. */
  drawing: string
  /** Address of the school's picture; null where there is none, or the reader saves data. */
  picture: string | null
}

/** What something looks like, or a drawing of its type. Its name stands beside it, so it says nothing by itself. */
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
