import type { HomeProps } from 'colophon/site'

export default function Home({ title, content }: HomeProps) {
  return (
    <article className="page" data-own="home">
      <h1>{title}</h1>
      {content}
    </article>
  )
}
