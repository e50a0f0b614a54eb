import type { NotFoundProps } from 'colophon/site'

export default function NotFound({ status, title, hint }: NotFoundProps) {
  return (
    <>
      <h1 data-own="not found">{`${status} ${title}`}</h1>
      <p>{hint}</p>
    </>
  )
}
