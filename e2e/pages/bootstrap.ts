/** A form with dropdowns, an accordion and a dialog in the manner of Bootstrap; labels and buttons come twice. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const ROLES = ['Viewer', 'Editor', 'Administrator'];
const MEMBERS = ['anna@firm.example', 'bruno@firm.example', 'carla@firm.example', 'dario@firm.example'];
const QUESTIONS = ['How do I invite people?', 'Who can see my files?', 'How do I cancel?'];

export const bootstrap: Body = (
  random,
) => `<nav class="navbar navbar-expand-lg"><a ${self('brand')} class="navbar-brand" href="/">Paperworks</a>
    <ul class="navbar-nav"><li class="nav-item"><a ${self('nav team')} class="nav-link active" href="/team">Team</a></li><li class="nav-item"><a ${self('nav plans')} class="nav-link" href="/plans">Plans</a></li>
    <li class="nav-item dropdown"><a ${self('nav more')} class="nav-link dropdown-toggle" href="#" data-bs-toggle="dropdown">More</a></li></ul></nav>
  <div class="container"><div class="alert alert-info">${random.number(2, 9)} invitations are open. <button ${self('dismiss')} type="button" class="btn-close" data-bs-dismiss="alert" aria-label="Close"></button></div>
  <form class="row g-3"><div class="col-md-6"><label for="inputEmail" class="form-label">Email</label><input ${self('email')} type="email" class="form-control" id="inputEmail"></div>
    <div class="col-md-6"><label for="inputRole" class="form-label">Role</label><select ${self('role')} id="inputRole" class="form-select">${each(ROLES, (role) => `<option>${role}</option>`)}</select></div>
    <div class="form-check"><input ${self('copy')} class="form-check-input" type="checkbox" id="check1"><label class="form-check-label" for="check1">Send me a copy</label></div>
    ${each(ROLES, (role, index) => `<div class="form-check"><input ${self(`radio ${role}`)} class="form-check-input" type="radio" name="role" id="radio${index}" value="${role.toLowerCase()}"><label class="form-check-label" for="radio${index}">${role}</label></div>`)}
    <div class="input-group"><span class="input-group-text">€</span><input ${self('limit')} type="number" class="form-control" aria-label="Limit per month"><button ${self('reset limit')} class="btn btn-outline-secondary" type="button">Reset</button></div>
    <button ${self('invite')} type="submit" class="btn btn-primary">Invite</button></form>
  <ul class="list-group">${each(
    random.shuffled(MEMBERS),
    (
      member,
    ) => `<li class="list-group-item d-flex justify-content-between"><span>${member}</span><span class="badge bg-secondary">${random.pick(['Viewer', 'Editor'])}</span>
    <div class="btn-group"><button ${self(`resend ${member}`)} class="btn btn-sm btn-outline-primary">Resend</button><button ${self(`menu ${member}`)} class="btn btn-sm dropdown-toggle" data-bs-toggle="dropdown"><span class="visually-hidden">Toggle Dropdown</span></button></div></li>`,
  )}</ul>
  <div class="accordion">${each(QUESTIONS, (question, index) => `<div class="accordion-item"><h2 class="accordion-header"><button ${self(`question ${index}`)} class="accordion-button collapsed" type="button" data-bs-target="#collapse${index}">${question}</button></h2></div>`)}</div>
  <div class="modal show" role="dialog" aria-labelledby="modalTitle"><div class="modal-header"><h5 id="modalTitle">Remove member</h5><button ${self('modal close')} type="button" class="btn-close" aria-label="Close"></button></div>
    <label for="reason">Reason</label><input ${self('modal reason')} id="reason" class="form-control"><button ${self('modal cancel')} class="btn btn-secondary">Cancel</button><button ${self('modal remove')} class="btn btn-danger">Remove</button></div></div>`;
