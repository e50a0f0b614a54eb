/** The heading and text of the page for an error. */
export const ErrorNote = ({ status, title, hint }: { status: number; title: string; hint: string }) => (
  <>
    <h1>
      <b className="screen-code">{`${status} `}</b>
      {title}
    </h1>
    <p>{hint}</p>
  </>
)
