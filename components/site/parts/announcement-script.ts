/**
 * Runs before an announcement, so that one that the visitor closed is never painted. The style hides it, also when the browser shows a page
 * from its memory.
 */
export const ANNOUNCEMENT_SCRIPT = `{let s=document.createElement("style"),h=()=>{try{let k=localStorage.getItem("announcement");if(k&&/^\\w{1,32}$/.test(k))s.textContent='.site-announcement[data-key="'+k+'"]{display:none}'}catch{}};h();document.head.append(s);addEventListener("pageshow",h);addEventListener("click",({target:t})=>{let b=t.closest?.(".site-announcement>button");if(b){try{localStorage.setItem("announcement",b.parentElement.dataset.key)}catch{}h();b.parentElement.remove()}})}`
