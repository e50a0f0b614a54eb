import type { FooterProps } from 'colophon/site'

export default function Footer({ site, columns, copyright, Default }: FooterProps) {
  return (
    <>
      <p data-own="footer">{`${site.title}, ${columns.length}, ${copyright}`}</p>
      <Default />
    </>
  )
}
