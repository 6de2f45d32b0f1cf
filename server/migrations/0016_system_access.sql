-- Who may do what with which system, and from when on its data is theirs to see. Owning a system is the only grant so
-- far; another kind becomes another branch of this view.
create view system_access as
select owner as caller, system, since, array['see', 'control', 'update'] as rights
from ownership where until is null;
